import { open } from "./shop";
import { lids } from "./lids";
import { jar } from "./jars";

open(jar);
