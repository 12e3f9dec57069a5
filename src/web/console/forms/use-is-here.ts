import { useEffect, useRef } from "preact/hooks";

/** Whether the component is still shown, for what a response does. */
export function useIsHere(): { readonly current: boolean } {
  const isHere = useRef(true);
  useEffect(
    () => () => {
      isHere.current = false;
    },
    [],
  );
  return isHere;
}
