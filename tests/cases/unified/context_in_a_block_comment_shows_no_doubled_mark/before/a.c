/* Copyright A and others. All rights reserved.
 *
 * Permission is hereby granted, free of charge, to any person
 * of this software, to deal in it without restriction,
 * rights to use, copy, modify, merge, publish,
 * sell copies of the Software, and to permit persons
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY
 * LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE
 * FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE
 * IN THE SOFTWARE.
 */
int main(void) {
  return 0;
}
