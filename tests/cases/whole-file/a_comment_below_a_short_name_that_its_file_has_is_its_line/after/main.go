package main

var a = 1
