import type { Screen } from "../../router/lazy-screens.ts";
import { AttachTag } from "../tags/attach-tag.tsx";
import { FindTag } from "../tags/find-tag.tsx";
import { ReaderSettings, ReadTags } from "../tags/read-tags.tsx";
import { WhatIsHere } from "../tags/what-is-here.tsx";

/** RFID tags: reading many, finding one, and the reader. */
export const TAG_SCREENS: readonly Screen[] = [
  { path: "/tags/count/:inventory/:location", show: ReadTags, tab: "count" },
  { path: "/tags/count/:inventory/:location/:epc", show: AttachTag, tab: "count" },
  { path: "/tags/here", show: WhatIsHere, tab: "find" },
  { path: "/tags/find/:id", show: FindTag, tab: "find" },
  { path: "/tags/settings", show: ReaderSettings, tab: "more" },
];
