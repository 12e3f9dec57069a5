import type { LabelLayout, LayoutElement } from "../../../../../domain/label-layout.ts";
import { isSame } from "../../../forms/is-same.ts";
import { boundsOfIds, boxOf, placeAt } from "./geometry.ts";
import type { Selection } from "./selection.ts";

/** How elements are aligned: by their left edges, horizontal centres …. */
type Alignment = "left" | "center" | "right" | "top" | "middle" | "bottom";

/** Aligns the selected elements with each other; a single one with the label. */
export function align(label: LabelLayout, selection: Selection, alignment: Alignment): LabelLayout {
  const whole = { x: 0, y: 0, width: label.widthMm, height: label.heightMm };
  const area = selection.size > 1 ? boundsOfIds(label, selection) : whole;
  if (area === null) return label;
  return mapSelected(label, selection, (element) => {
    const { width, height } = boxOf(element);
    const at = {
      left: { x: area.x },
      center: { x: area.x + (area.width - width) / 2 },
      right: { x: area.x + area.width - width },
      top: { y: area.y },
      middle: { y: area.y + (area.height - height) / 2 },
      bottom: { y: area.y + area.height - height },
    }[alignment];
    return moved(element, at);
  });
}

/** Gives three or more selected elements equal gaps between the first and the last of them. */
export function distribute(label: LabelLayout, selection: Selection, axis: "x" | "y"): LabelLayout {
  const side = axis === "x" ? "width" : "height";
  const found = label.elements
    .filter(({ id }) => selection.has(id))
    .map((element) => ({ id: element.id, box: boxOf(element) }))
    .sort((a, b) => a.box[axis] - b.box[axis]);
  const first = found[0];
  const last = found[found.length - 1];
  if (found.length < 3 || first === undefined || last === undefined) return label;
  const used = found.reduce((sum, { box }) => sum + box[side], 0);
  const gap = (last.box[axis] + last.box[side] - first.box[axis] - used) / (found.length - 1);
  const places = new Map<string, number>();
  let at = first.box[axis];
  for (const { id, box } of found) {
    places.set(id, at);
    at += box[side] + gap;
  }
  return mapSelected(label, selection, (element) =>
    moved(element, { [axis]: places.get(element.id) ?? element[axis] }),
  );
}

/** Draws the selected elements later (`forward`, over others) or earlier by one place. */
export function reorder(label: LabelLayout, selection: Selection, way: "forward" | "back"): LabelLayout {
  const elements = way === "forward" ? [...label.elements].reverse() : [...label.elements];
  // Each changes place with the next that is not selected; those at the end stay.
  for (let i = 1; i < elements.length; i++) {
    const one = elements[i] as LayoutElement;
    const before = elements[i - 1] as LayoutElement;
    if (!selection.has(one.id) || selection.has(before.id)) continue;
    elements[i - 1] = one;
    elements[i] = before;
  }
  const ordered = way === "forward" ? elements.reverse() : elements;
  const isSame = ordered.every((element, i) => element === label.elements[i]);
  return isSame ? label : { ...label, elements: ordered };
}

/** Changes the selected elements. The same layout where nothing changes. */
export function mapSelected(
  label: LabelLayout,
  selection: Selection,
  change: (element: LayoutElement) => LayoutElement,
): LabelLayout {
  const changed = (element: LayoutElement) => {
    const next = change(element);
    return isSame(next, element) ? element : next;
  };
  const elements = label.elements.map((element) => (selection.has(element.id) ? changed(element) : element));
  const isUnchanged = elements.every((element, i) => element === label.elements[i]);
  return isUnchanged ? label : { ...label, elements };
}

const moved = (element: LayoutElement, to: { readonly x?: number; readonly y?: number }): LayoutElement => ({
  ...element,
  ...placeAt({ x: to.x ?? element.x, y: to.y ?? element.y }),
});
