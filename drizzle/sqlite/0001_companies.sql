ALTER TABLE `admin_event` ADD `workspace_id` text;--> statement-breakpoint
ALTER TABLE `admin_event` ADD `workspace_name` text;--> statement-breakpoint
ALTER TABLE `admin_event` ADD `role` text;--> statement-breakpoint
ALTER TABLE `session` ADD `device` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `user` ADD `landed_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `first` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `workspace` ADD `setting_name` text;--> statement-breakpoint
ALTER TABLE `workspace` ADD `storage_quota` integer;--> statement-breakpoint
ALTER TABLE `workspace` ADD `retention_days` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `workspace_setting_name_unique` ON `workspace` (`setting_name`);--> statement-breakpoint
UPDATE `user` SET `first` = 1 WHERE `id` = (SELECT `id` FROM `user` ORDER BY `created_at`, `id` LIMIT 1);
