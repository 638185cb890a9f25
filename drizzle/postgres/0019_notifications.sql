CREATE TABLE "notification" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"review_id" text COLLATE "C" NOT NULL,
	"comment_id" text COLLATE "C",
	"actor_type" text COLLATE "C" NOT NULL,
	"actor_name" text COLLATE "C",
	"created_at" bigint NOT NULL,
	"read_at" bigint,
	"mail_at" bigint,
	"mail_attempt" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "comment" ADD COLUMN "mentions" json;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "notification_mail" text COLLATE "C" DEFAULT 'immediate' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_comment_id_comment_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_list" ON "notification" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notification_unread" ON "notification" USING btree ("user_id","review_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notification_mail_due" ON "notification" USING btree ("mail_at") WHERE mail_at is not null;--> statement-breakpoint
CREATE INDEX "notification_review" ON "notification" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "notification_comment" ON "notification" USING btree ("comment_id");