-- The log of one endpoint, filtered: without these, what is rare is looked for through everything.
create index deliveries_log_failed on deliveries (endpoint_id, created_at desc, id desc) where status = 'failed';
create index deliveries_log_of_event on deliveries (endpoint_id, event, created_at desc, id desc);
