import express, { type Router } from 'express';

/** The register lists this phone as stolen. */
export const listedImei = '351111111111118';
/** The register closes the connection when asked for this phone. */
export const unansweredImei = '352222222222220';

/** A register of stolen phones: every other IMEI is clean. */
export function blocklistRoutes(): Router {
  const routes = express.Router();
  routes.post('/blocklist', express.json(), (req, res) => {
    const imei: unknown = req.body?.imei;
    if (imei === unansweredImei) req.socket.destroy();
    else if (typeof imei !== 'string' || !/^\d{15}$/.test(imei))
      res.status(400).json({ message: 'No IMEI.' });
    else res.json({ isListed: imei === listedImei });
  });
  return routes;
}
