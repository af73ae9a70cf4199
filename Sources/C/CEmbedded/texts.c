#include "embedded.h"

static const unsigned char style[] = {
#embed "../../Doors/WebPages/Assets/page.css"
};

static const unsigned char script[] = {
#embed "../../Doors/WebPages/Assets/page.js"
};

static const unsigned char icon[] = {
#embed "../../Doors/WebPages/Assets/icon.svg"
};

static const unsigned char declarations[] = {
#include "ready_declarations.h"
};

static const unsigned char stop_words[] = {
#embed "Tables/stop-words.txt"
};

static const unsigned char windows_zones[] = {
#embed "Tables/windows-zones.txt"
};

static const unsigned char starter_declaration[] = {
#embed "../../Library/Footlight/Workspace/Starter/books.yaml"
};

static const unsigned char starter_records[] = {
#embed "../../Library/Footlight/Workspace/Starter/books.csv"
};

const unsigned char *footlight_embedded_text(enum footlight_text text, size_t *count) {
#define FOOTLIGHT_TEXT(name) \
  do { \
    *count = sizeof(name); \
    return name; \
  } while (0)
  switch (text) {
  case footlight_page_style: FOOTLIGHT_TEXT(style);
  case footlight_page_script: FOOTLIGHT_TEXT(script);
  case footlight_page_icon: FOOTLIGHT_TEXT(icon);
  case footlight_ready_declarations: FOOTLIGHT_TEXT(declarations);
  case footlight_stop_words: FOOTLIGHT_TEXT(stop_words);
  case footlight_windows_zones: FOOTLIGHT_TEXT(windows_zones);
  case footlight_starter_declaration: FOOTLIGHT_TEXT(starter_declaration);
  case footlight_starter_records: FOOTLIGHT_TEXT(starter_records);
  }
  *count = 0;
  return style;
#undef FOOTLIGHT_TEXT
}
