static void out(char *report)
{
	free(report);
	log("done");
	return;
}
