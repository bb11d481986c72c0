import { open } from "./shop";
import { jar, lid } from "./jars";

open(jar, lid);
