export class Jar {
  lid() {
    return 1;
  }
}
