// Run by mongosh in the image of MongoDB, as its operator: the database user of each service and the one for backups, by the passwords
// that it is given.
const names = [];
for (const [variable, password] of Object.entries(process.env)) {
  // No optional chain: mongosh rewrites it to calls that it does not skip.
  const match = /^MONGODB_(\w+)_PASSWORD$/.exec(variable);
  if (match === null || match[1] === 'BACKUP') continue;
  const word = match[1].toLowerCase();
  const name = `kinmel_${word}`;
  names.push(name);
  db.getSiblingDB(name).createUser({
    user: word.replaceAll('_', '-'),
    pwd: password,
    roles: [{ role: 'readWrite', db: name }],
  });
}
db.getSiblingDB('admin').createUser({
  user: 'backup',
  pwd: process.env.MONGODB_BACKUP_PASSWORD,
  roles: names.map((name) => ({ role: 'read', db: name })),
});
