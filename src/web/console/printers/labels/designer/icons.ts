// Icons of the designer: paths as in src/web/ui/icon.tsx.

/** What the palette adds. */
export const PALETTE_ICONS = {
  text: "M5 7V5h14v2M12 5v14M9 19h6",
  field: "M9 5C6 5 8 11 5 12c3 1 1 7 4 7M15 5c3 0 1 6 4 7-3 1-1 7-4 7M10 12h4",
  code: "M4 6v12M7 6v12M11 6v12M13 6v12M17 6v12M20 6v12",
  line: "M4 18L20 6",
  box: "M4 6h16v12H4z",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01",
} as const;

/** What is done with the selection. */
export const TOOL_ICONS = {
  undo: "M9 6L4 11l5 5M4 11h10a6 6 0 0 1 0 12h-2",
  redo: "M15 6l5 5-5 5M20 11H10a6 6 0 0 0 0 12h2",
  duplicate: "M9 9h11v11H9zM5 15H4V4h11v1",
  delete: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5",
  rotate: "M5 12a7 7 0 1 1 2.500 5.400M5 18v-6h6",
  forward: "M8 4h12v12H8zM4 9v11h11",
  back: "M4 4h12v12H4zM20 9v11H9",
  left: "M4 3v18M8 7h12v3H8zM8 14h7v3H8z",
  center: "M12 3v18M5 7h14v3H5zM8 14h8v3H8z",
  right: "M20 3v18M4 7h12v3H4zM9 14h7v3H9z",
  top: "M3 4h18M7 8v12h3V8zM14 8v7h3V8z",
  middle: "M3 12h18M7 5v14h3V5zM14 8v8h3V8z",
  bottom: "M3 20h18M7 4v12h3V4zM14 9v7h3V9z",
  distributeX: "M4 3v18M20 3v18M10 7h4v10h-4z",
  distributeY: "M3 4h18M3 20h18M7 10v4h10v-4z",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  zoomIn:
    "M10.5 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 1 0 0-13M15.500 15.500L21 21M7.500 10.500h6M10.500 7.500v6",
  zoomOut: "M10.5 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 1 0 0-13M15.500 15.500L21 21M7.500 10.500h6",
} as const;
