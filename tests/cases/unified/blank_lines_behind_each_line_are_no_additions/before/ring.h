int ring_init(void);
int ring_put(void);
int ring_get(void);
