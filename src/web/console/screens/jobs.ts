import type { Screen } from "../../router/lazy-screens.ts";
import { JobsScreen } from "../jobs/jobs.tsx";

/** The screen of jobs. */
export const SCREENS: readonly Screen[] = [{ path: "/jobs", needs: "user", may: "manage", show: JobsScreen }];
