import type { Screen } from "../../router/lazy-screens.ts";
import { JobsScreen } from "../jobs/jobs.tsx";

/** The screen of jobs. */
export const SCREENS: readonly Screen[] = [{ path: "/jobs", may: "manage", show: JobsScreen }];
