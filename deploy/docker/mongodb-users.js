// Run by mongosh in the image of MongoDB, as its operator: the database user of each service, by the passwords that it is given.
for (const [variable, password] of Object.entries(process.env)) {
  // No optional chain: mongosh rewrites it to calls that it does not skip.
  const match = /^MONGODB_(\w+)_PASSWORD$/.exec(variable);
  if (match === null) continue;
  const word = match[1].toLowerCase();
  const name = `kinmel_${word}`;
  db.getSiblingDB(name).createUser({
    user: word.replaceAll('_', '-'),
    pwd: password,
    roles: [{ role: 'readWrite', db: name }],
  });
}
