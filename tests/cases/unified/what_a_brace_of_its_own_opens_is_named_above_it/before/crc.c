int first(void)
{
    return crc(1);
}

int second(void)
{
    reset();
}
