ALTER TABLE `revision` ADD `context_key` text;--> statement-breakpoint
ALTER TABLE `revision` ADD `context_bytes` integer;--> statement-breakpoint
ALTER TABLE `thread` ADD `elements` text;--> statement-breakpoint
ALTER TABLE `thread` ADD `events` text;