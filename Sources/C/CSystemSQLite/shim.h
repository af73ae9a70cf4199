#ifndef FOOTLIGHT_SQLITE_SHIM_H
#define FOOTLIGHT_SQLITE_SHIM_H
#include <sqlite3.h>

/* sqlite3_db_config is variadic, which Swift cannot call. Double-quoted strings are turned off:
   https://www.sqlite.org/quirks.html#double_quoted_string_literals_are_accepted */
static inline int footlight_sqlite_harden(sqlite3 *db) {
  int a = sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
  int b = sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
  int c = sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, (int *)0);
  return a ? a : (b ? b : c);
}

/* For a database that somebody else made: its schema may call nothing that has effects, and closing
   it leaves its -wal as it is. */
static inline int footlight_sqlite_distrust(sqlite3 *db) {
  int a = sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  int b = sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  int c = sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
  return a ? a : (b ? b : c);
}

/* Reads bytes of the database file through the VFS. A program that opens and closes the file itself loses all
   POSIX locks that its connections hold on it: https://www.sqlite.org/howtocorrupt.html, section 2.2. */
static inline int footlight_sqlite_read(sqlite3 *db, void *to, int count, sqlite3_int64 offset) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  if (!file || !file->pMethods) return SQLITE_CANTOPEN;
  return file->pMethods->xRead(file, to, count, offset);
}

#endif
