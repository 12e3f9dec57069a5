import type { AccessDependencies } from "../access/tokens/dependencies.ts";
import type { PhotoDependencies } from "../photos/files.ts";

/** All shared dependencies of the running server. */
export interface AppDependencies extends AccessDependencies, PhotoDependencies {}
