int run(void)
{
    start();
    stop();
}
