-- The record of admin actions stays as it is, but for one thing: of a deleted account it forgets who was meant. What was done,
-- when, by whom and why is untouchable.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.target = '' and new.target_id = ''
     and (new.id, new.at, new.actor_id, new.action, new.reason) is not distinct from (old.id, old.at, old.actor_id, old.action, old.reason) then
    return new;
  end if;
  raise exception 'the record of admin actions is append-only';
end $$;
create index admin_actions_of_target on admin_actions (target_id) where target_id <> '';
