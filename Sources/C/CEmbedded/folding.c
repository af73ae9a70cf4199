#include "embedded.h"

const unsigned char footlight_folding_blocks[] = {
#embed "Tables/folding-blocks.bin"
};

const unsigned char footlight_folding_records[] = {
#embed "Tables/folding-records.bin"
};

const unsigned char footlight_folding_pool[] = {
#embed "Tables/folding-pool.bin"
};
