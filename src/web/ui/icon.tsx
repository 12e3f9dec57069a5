/** Icons as paths in a square of 24. They are lines in the text colour, which fits light and dark. */
const PATHS = {
  erase: "M9 5h11v14H9l-6-7zM12 9.5l5 5M17 9.5l-5 5",
  back: "M15 5l-7 7 7 7",
  count: "M5 6v12M9 6v12M13 6v12M17 6v12M3 17L20 7",
  find: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13M15.5 15.5L21 21",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 1 0 0-8M4 21c0-5 4-7 8-7s8 2 8 7",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  there: "M5 13l4 4L19 7",
  away: "M4 4l16 16M8 16a6 6 0 0 1 4-1.6M5 12.5a11 11 0 0 1 4-2.4M12 19h.01",
  send: "M12 19V6M6 12l6-6 6 6",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  location: "M12 21s7-6.5 7-12a7 7 0 1 0-14 0c0 5.5 7 12 7 12M12 6.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5",
  camera: "M4 8h4l2-3h4l2 3h4v11H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7",
  print: "M7 9V4h10v5M5 9h14v8h-3M8 14h8v6H8zM8 17H5V9",
  undo: "M9 6L4 11l5 5M4 11h10a6 6 0 0 1 0 12h-2",
  warning: "M12 4L2.5 20h19zM12 10v4M12 17h.01",
  cross: "M6 6l12 12M18 6L6 18",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  light: "M13 3L5 14h6l-1 7 9-12h-7z",
  question: "M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .6-1.5 1.2-1.5 2.8M12 19h.01",
  elsewhere: "M4 12h12M11 6l6 6-6 6M20 5v14",
  same: "M5 9h14M5 15h14",
  unexpected: "M12 3l9 9-9 9-9-9zM12 8v5M12 16h.01",
  surplus: "M12 20V6M6 12l6-6 6 6M5 3h14",
  hand: "M8 12V6a1.5 1.5 0 0 1 3 0v5M11 11V4.5a1.5 1.5 0 0 1 3 0V11M14 11V6a1.5 1.5 0 0 1 3 0v8c0 4-2 7-6 7-3 0-4.5-1.5-6-4l-2-3.5a1.5 1.5 0 0 1 2.5-1.600L8 14",
  article: "M12 3l8 4v10l-8 4-8-4V7zM4 7l8 4 8-4M12 11v10",
  multiply: "M7 7l10 10M17 7L7 17M4 4h16v16H4z",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 4v6M8 14v6",
} as const;

/** The name of an icon, or the path of one that only one part of the client has. */
export type IconName = keyof typeof PATHS | `M${number}${string}`;

/** A decorative icon beside a text with the same meaning. */
export function Icon({ name, size = 24 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      <path d={PATHS[name as keyof typeof PATHS] ?? name} />
    </svg>
  );
}
