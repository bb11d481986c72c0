#include <stdlib.h>
#include "store.h"

static int n_users = 10;

static int load_users(struct store *store)
{
    int n_loaded = store_load(store);
    return n_loaded;
}
