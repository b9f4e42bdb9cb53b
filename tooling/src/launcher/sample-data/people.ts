/** Somebody whom the sample data knows: the same id in every service. */
export interface SeededPerson {
  id: string;
  email: string;
  password: string;
}

/** The people of the sample data; `ADMIN_EMAIL` and `ADMIN_PASSWORD` name another admin. */
export function seededPeople(env: NodeJS.ProcessEnv = process.env): {
  admin: SeededPerson;
  customer: SeededPerson;
} {
  return {
    admin: {
      id: '6600000000000000000000a1',
      email: env.ADMIN_EMAIL || 'admin@kinmel.example',
      password: env.ADMIN_PASSWORD || 'Admin123',
    },
    customer: {
      id: '6600000000000000000000c1',
      email: 'customer@kinmel.example',
      password: 'Customer123',
    },
  };
}
