import { call } from "./call.ts";

/** The settings that a terminal needs. */
export const getTerminalSettings = call("GET /api/settings/terminal");
