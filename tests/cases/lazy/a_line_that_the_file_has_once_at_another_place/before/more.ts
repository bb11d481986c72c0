import { open } from "./shop";
import { jar } from "./jars";

open(jar);
