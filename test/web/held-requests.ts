/** Script: holds the page's requests to these paths, and with this method where one is given, until `window.release()`. */
export const holdRequests = (paths: RegExp, method?: string) => `void (() => {
  const send = window.fetch;
  const held = new Promise((resolve) => { window.release = () => void resolve(); });
  const isHeld = (path, { method = "GET" } = {}) =>
    ${paths}.test(String(path)) && ${method === undefined ? "true" : `method === "${method}"`};
  window.fetch = (path, init) => (isHeld(path, init) ? held.then(() => send(path, init)) : send(path, init));
})()`;
