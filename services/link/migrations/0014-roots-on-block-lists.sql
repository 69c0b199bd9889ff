-- Where a domain's root is to lead came onto a block list: the root leads nowhere until it is off the list, or set anew.
alter table domains add column root_blocked boolean not null default false;
