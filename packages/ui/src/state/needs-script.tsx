/** A notice in a form for visitors without JavaScript, who see the server-rendered page. */
export function NeedsScript() {
  return (
    <noscript>
      <p>This form needs JavaScript.</p>
    </noscript>
  );
}
