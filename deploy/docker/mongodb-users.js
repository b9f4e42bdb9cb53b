// Run by mongosh in the image of MongoDB, as its operator: the database user of each service, by the passwords that it is given.
for (const [variable, password] of Object.entries(process.env)) {
  const word = /^MONGODB_(\w+)_PASSWORD$/.exec(variable)?.[1].toLowerCase();
  if (word === undefined) continue;
  const name = `kinmel_${word}`;
  db.getSiblingDB(name).createUser({
    user: word.replaceAll('_', '-'),
    pwd: password,
    roles: [{ role: 'readWrite', db: name }],
  });
}
