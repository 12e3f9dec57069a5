import { useEffect, useRef } from "preact/hooks";

/**
 * A user has one code at a time: a new one ends that of before. Gives how to tell the other tabs that one was made here;
 * `onNewer` is called when one of them has made one.
 */
export function useOtherTabs(userId: number, onNewer: () => void): () => void {
  const channel = useRef<BroadcastChannel | null>(null);
  useEffect(() => {
    const opened = new BroadcastChannel("tallybox pairing codes");
    opened.onmessage = ({ data }: MessageEvent<number>) => {
      if (data === userId) onNewer();
    };
    channel.current = opened;
    return () => {
      channel.current = null;
      opened.close();
    };
  }, [userId]);
  return () => channel.current?.postMessage(userId);
}
