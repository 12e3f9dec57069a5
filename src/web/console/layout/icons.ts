/** Icons that the terminal does not have, so it does not load them: paths as in src/web/ui/icon.tsx. */
export const ICONS = {
  again: "M19 12a7 7 0 1 1-2.5-5.4M19 3v5h-5",
  play: "M8 5l11 7-11 7z",
  pause: "M9 5v14M15 5v14",
  flag: "M6 21V4h12l-2.5 4L18 12H6",
  planned: "M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16M12 8v4l3 2",
  menu: "M4 6h16M4 12h16M4 18h16",
} as const;
