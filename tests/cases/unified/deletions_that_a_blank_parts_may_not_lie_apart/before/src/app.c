#include "cache.h"

#define LIMIT 8
static int hits = 0;

int reset(struct cache *cache)
{
    int slot;

    cache->hits = 0;
    return 0;
}

int load(struct cache *cache)
{
    if (cache->load > LIMIT)
        return -1;
    cache->load += 1;
    return cache->load;
}

int store(struct cache *cache)
{
    if (cache->store > LIMIT)
        return -1;
    cache->store += 1;
    return cache->store;
}

int evict(struct cache *cache)
{
    if (cache->evict > LIMIT)
        return -1;
    cache->evict += 1;
    return cache->evict;
}

int flush(struct cache *cache)
{
    if (cache->flush > LIMIT)
        return -1;
    cache->flush += 1;
    return cache->flush;
}

int lookup(struct cache *cache)
{
    int found;

    return cache->size;
}
