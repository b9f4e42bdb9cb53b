// Run by mongosh in the image of MongoDB, as its operator: the database user of each service.
for (const service of ['auth', 'catalog', 'order', 'offer', 'notification']) {
  const name = `kinmel_${service}`;
  db.getSiblingDB(name).createUser({
    user: service,
    pwd: process.env[`MONGODB_${service.toUpperCase()}_PASSWORD`],
    roles: [{ role: 'readWrite', db: name }],
  });
}
