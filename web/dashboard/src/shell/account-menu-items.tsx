import type { ReactElement } from 'react';
import { openShortcuts } from '../keyboard/shortcut-help-state.ts';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { useWords } from '../words/use-words.tsx';
import { PreferenceChoices } from './preference-choices.tsx';
import { useSignOut } from './use-sign-out.ts';

export function AccountMenuItems({ trigger }: { readonly trigger: ReactElement }) {
  const { shell } = useWords();
  const signOut = useSignOut();
  return (
    <Menu trigger={trigger} side="top" startsOpen>
      <PreferenceChoices />
      <MenuLine />
      <MenuItem icon="info" onSelect={openShortcuts}>
        {shell.help}
      </MenuItem>
      <MenuItem icon="signOut" onSelect={signOut}>
        {shell.signOut}
      </MenuItem>
    </Menu>
  );
}
