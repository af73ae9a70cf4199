/* What is used of libarchive 3, declared here, since its pkg-config file would be asked for by every build.
   Interfaces: https://www.libarchive.org/ */
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <unistd.h>

void *archive_read_new(void);
int archive_read_support_format_zip(void *archive);
int archive_read_support_format_tar(void *archive);
int archive_read_support_filter_gzip(void *archive);
int archive_read_support_filter_bzip2(void *archive);
int archive_read_support_filter_xz(void *archive);
int archive_read_support_filter_zstd(void *archive);
int archive_read_open_memory(void *archive, const void *bytes, size_t size);
int archive_read_open_fd(void *archive, int descriptor, size_t block);
int archive_read_next_header(void *archive, void **entry);
const char *archive_entry_pathname(void *entry);
unsigned int archive_entry_filetype(void *entry);
ssize_t archive_read_data(void *archive, void *bytes, size_t size);
int archive_read_free(void *archive);

static inline void *footlight_archive_new(void) {
  void *archive = archive_read_new();
  if (!archive) return NULL;
  archive_read_support_format_zip(archive);
  archive_read_support_format_tar(archive);
  archive_read_support_filter_gzip(archive);
  archive_read_support_filter_bzip2(archive);
  archive_read_support_filter_xz(archive);
  archive_read_support_filter_zstd(archive);
  return archive;
}
/* Opens a descriptor from its beginning; 0 when that is an archive. */
static inline int footlight_archive_open(void *archive, int descriptor) {
  if (lseek(descriptor, 0, SEEK_SET) < 0) return -1;
  return archive_read_open_fd(archive, descriptor, 1 << 16);
}
/* AE_IFREG. */
static inline int footlight_archive_is_file(void *entry) {
  return archive_entry_filetype(entry) == 0100000;
}
