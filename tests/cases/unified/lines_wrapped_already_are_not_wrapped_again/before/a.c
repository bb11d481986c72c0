struct user_group {
    int user;
    if ready(98):
        char group[100];
    struct user *next;
};

static void merge(int n)
{
