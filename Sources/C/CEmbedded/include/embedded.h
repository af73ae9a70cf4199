// Files of the repository that programs carry with them. C23's #embed lays them into constant data of the program,
// which costs no time at start and no compiler's time; Swift has nothing like it.
#ifndef FOOTLIGHT_EMBEDDED_H
#define FOOTLIGHT_EMBEDDED_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Written by Scripts/folding_tables.py: a block for every 64 characters below U+30000 (16 bits each), the records of
// each block (32 bits each), and the bytes of foldings longer than three. Numbers are little-endian.
extern const unsigned char footlight_folding_blocks[];
extern const unsigned char footlight_folding_records[];
extern const unsigned char footlight_folding_pool[];

// The record of a character below U+30000; the table has one for each.
static inline uint32_t footlight_folding_record(uint32_t scalar) {
  uint16_t block;
  uint32_t record;
  memcpy(&block, footlight_folding_blocks + (scalar >> 6) * sizeof(block), sizeof(block));
  memcpy(&record, footlight_folding_records + (block * 64u + (scalar & 63)) * sizeof(record), sizeof(record));
  return record;
}

// One byte of a folding that lies in the pool.
static inline uint8_t footlight_folding_byte(uint32_t place) { return footlight_folding_pool[place]; }

// Texts, by their numbers.
enum footlight_text {
  footlight_page_style,
  footlight_page_script,
  footlight_page_icon,
  // The declarations of domains/ready, each with a zero byte behind it.
  footlight_ready_declarations,
  // The stop words of a language on each line, behind its name.
  footlight_stop_words,
  // Windows' name of a time zone on each line, and behind a tab that of the tz database.
  footlight_windows_zones,
  // The example of a workspace that has just been started, and its data.
  footlight_starter_declaration,
  footlight_starter_records,
};

// The bytes of a text and their number.
const unsigned char *footlight_embedded_text(enum footlight_text text, size_t *count);

#endif
