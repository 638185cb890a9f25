ALTER TABLE `revision` ADD `file_width` integer;--> statement-breakpoint
ALTER TABLE `revision` ADD `file_height` integer;--> statement-breakpoint
ALTER TABLE `revision` ADD `redacted_areas` text;--> statement-breakpoint
ALTER TABLE `revision` ADD `unredacted_key` text;