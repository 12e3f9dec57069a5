import type { Screen } from "../../router/lazy-screens.ts";
import { JobsScreen } from "../jobs/jobs.tsx";

/** Long work. */
export const SCREENS: readonly Screen[] = [{ path: "/jobs", needs: "user", may: "manage", show: JobsScreen }];
