/* Shows the limits of amplification, which Debian's library has. */
#define XML_DTD 1
#include <expat.h>
