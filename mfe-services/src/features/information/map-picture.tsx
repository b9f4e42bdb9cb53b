import classes from './map-picture.module.css';

/**
 * A drawing of a map, not of a real place: the address is configured (decision CONF-02), and an embedded map would
 * disclose visitors to another site.
 */
export function MapPicture() {
  return (
    <svg viewBox="0 0 640 440" aria-hidden="true" className={classes.map}>
      <rect width="640" height="440" className={classes.ground} />
      <path d="M0 330C120 300 190 372 320 352S540 300 640 336V440H0Z" className={classes.water} />
      <path
        d="M404 40h170q12 0 12 12v96q0 12-12 12H404q-12 0-12-12V52q0-12 12-12Z"
        className={classes.park}
      />
      <g className={classes.lane}>
        <path d="M0 90H640M0 250H640M90 0V320M250 0V332M480 0V306M170 90V250M560 160V316M340 250V346" />
      </g>
      <g className={classes.street}>
        <path d="M0 176 640 148M340 0 316 250 290 440M0 20 170 130 640 290" />
      </g>
      <path
        d="M324 76a42 42 0 0 1 42 42c0 30-42 76-42 76s-42-46-42-76a42 42 0 0 1 42-42Z"
        className={classes.pin}
      />
      <circle cx="324" cy="118" r="15" className={classes.eye} />
    </svg>
  );
}
