/** Expression: draws a stroke in the signature field of a terminal. */
export const SIGN = `(() => {
  const field = document.querySelector("main svg[role=img]");
  const box = field.getBoundingClientRect();
  field.setPointerCapture = () => undefined;
  const at = (type, x, y) => field.dispatchEvent(new PointerEvent(type, {
    pointerId: 1, bubbles: true, clientX: box.left + box.width * x, clientY: box.top + box.height * y }));
  at("pointerdown", 0.1, 0.5);
  return new Promise((done) => setTimeout(() => {
    at("pointermove", 0.5, 0.2);
    setTimeout(() => { at("pointermove", 0.9, 0.8); setTimeout(() => { at("pointerup", 0.9, 0.8); done(); }); });
  }));
})()`;
