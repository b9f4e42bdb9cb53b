// Run by mongosh in the image of MongoDB, as its operator: the database user of each service.
for (const service of ['auth', 'catalog', 'order', 'offer', 'service-request', 'notification', 'device']) {
  const word = service.replaceAll('-', '_');
  const name = `kinmel_${word}`;
  db.getSiblingDB(name).createUser({
    user: service,
    pwd: process.env[`MONGODB_${word.toUpperCase()}_PASSWORD`],
    roles: [{ role: 'readWrite', db: name }],
  });
}
