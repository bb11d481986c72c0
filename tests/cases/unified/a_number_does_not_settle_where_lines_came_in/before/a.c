int check_user(struct user *group)
{
	int i;
	int n;

	if (!group) {
		return -1;
	}
	return 0;
}

int check_user(struct user *group)
{
	static int seen;
	int i;
	int limit_of_users;

	if (!group) {
		return -1;
	}
	return 0;
}
