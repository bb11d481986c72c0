// cmd/main.go
package main

var c = 2
