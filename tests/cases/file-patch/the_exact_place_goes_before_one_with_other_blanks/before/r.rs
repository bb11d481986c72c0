fn   run( )  {
	go();
}

fn run( ) {
    go();
}
