import { useState } from 'react';
import { Logo } from '../brand/logo.tsx';
import { Button } from '../button/button.tsx';
import type { StoryMeta } from '../story.ts';
import { Sheet } from './sheet.tsx';

export default { title: 'Sheet', component: Sheet } satisfies StoryMeta;

export const Menu = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open the menu</Button>
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Menu"
        head={<Logo />}
        foot={<Button fullWidth>Signup</Button>}
      >
        <p style={{ padding: 20 }}>Home</p>
      </Sheet>
    </>
  );
};

export const Filters = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="line" onClick={() => setOpen(true)}>
        Filters (2)
      </Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title="Filters" side="bottom">
        <p style={{ padding: 20 }}>Range, brand, price</p>
      </Sheet>
    </>
  );
};
