import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

// Loaded before a server's process (`node --import`): it finds no program that lowers priorities. At the lowest one restic gets hardly any
// time on a busy machine, and a test that waits for its progress would be decided by load.

const exists = fs.existsSync;
fs.existsSync = (path) => !/^\/usr\/bin\/(?:io)?nice$/.test(String(path)) && exists(path);
syncBuiltinESMExports();
