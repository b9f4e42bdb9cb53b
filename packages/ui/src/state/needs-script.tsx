/** Says in a form what it needs, to who has no JavaScript and sees it as a server has drawn it. */
export function NeedsScript() {
  return (
    <noscript>
      <p>This form needs JavaScript.</p>
    </noscript>
  );
}
