package main

var c = 1
